import type { Limits } from "./limit-table.ts";

export interface GatewaySettings {
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  /** Where clients find it, such as "https://book.example.com"; else each request says it. */
  readonly publicUrl?: string | undefined;
  /** Origins whose pages may use the API with a key, such as "https://shop.example.com". */
  readonly corsOrigins?: readonly string[] | undefined;
  /** False: there is no reference page at /docs. */
  readonly hasDocs?: boolean | undefined;
  /** The URI by which the finder of a weakness reaches the operator; undefined: there is no security.txt. */
  readonly securityContact?: string | undefined;
  /** Where it is given, logs and audit entries name addresses by a hash with this key. */
  readonly addressHashKey?: string | undefined;
  /** Where not given, the defaults. */
  readonly limits?: Partial<Limits> | undefined;
}
