import { resolve } from "node:path";
import { z } from "zod";
import { CannotStart } from "./server/cannot-start.ts";

/** What `npm start` is told by its environment. An empty variable counts as one that is not set. */
export interface Config {
  /** Absolute; made when absent. */
  readonly directory: string;
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  readonly mongodbUri: string | undefined;
  /** Databases are named `<prefix>-<service>`. */
  readonly databasePrefix: string;
  readonly logLevel: (typeof logLevels)[number];
  /** The whole environment: services take their own settings from it. */
  readonly settings: Readonly<Record<string, string | undefined>>;
}

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
const portMax = 65_535;

const environment = z.object({
  PORT: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(portMax)).default(3000),
  HOST: z.string().default("127.0.0.1"),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/./)
    .optional(),
  DATABASE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/)
    .default("slipway"),
  AUTH_PEPPER: z.string().min(32).optional(),
  AUDIT_KEEP_DAYS: z
    .string()
    .regex(/^\d{1,5}$/)
    .optional(),
  LOG_LEVEL: z.enum(logLevels).default("info"),
});

const demands: Readonly<Record<string, string>> = {
  PORT: `a port's number, 0 to ${portMax} (0: any free one)`,
  MONGODB_URI: "a text that begins with mongodb:// or mongodb+srv://",
  DATABASE_PREFIX: "1 to 40 letters, digits, hyphens or underscores",
  AUTH_PEPPER: "at least 32 random characters",
  AUDIT_KEEP_DAYS: "a whole number of days, 0 for ever",
  LOG_LEVEL: `one of ${logLevels.join(", ")}`,
};

/** Reads and checks the environment; throws one sentence about the first variable that is wrong. */
export function readConfig(): Config {
  const settings = givenSettings();
  const parsed = environment.safeParse(settings);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw new CannotStart(`${name} must be ${demands[name] ?? "set otherwise"}.`);
  }
  const given = parsed.data;
  return {
    directory: dataDirectory(),
    port: given.PORT,
    host: given.HOST,
    mongodbUri: given.MONGODB_URI,
    databasePrefix: given.DATABASE_PREFIX,
    logLevel: given.LOG_LEVEL,
    settings,
  };
}

/** Where a server keeps its data and the command line finds it: SLIPWAY_DATA_DIR, else `.slipway`. */
export function dataDirectory(): string {
  return resolve(givenSettings()["SLIPWAY_DATA_DIR"] ?? ".slipway");
}

function givenSettings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
}
