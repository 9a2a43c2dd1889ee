/** The users of MongoDB, each of the database of one service. */
import type { ServiceName } from "../service-names.ts";

export interface MongodbUser {
  readonly name: string;
  readonly password: string;
  readonly services: readonly ServiceName[];
}

/**
 * A script for mongosh, run by a user who may administer users. It makes users that are missing, gives those that are
 * there these passwords and roles, and drops users that an earlier script has made and this one does not name.
 * Running it again changes nothing. It ends with exit code 1 where the server refuses a command.
 * @param databasePrefix DATABASE_PREFIX; a service's database is `<prefix>-<service>`
 */
export function mongodbUsersText(users: readonly MongodbUser[], databasePrefix: string): string {
  const made = users.map(({ name, password, services }) => ({
    user: name,
    pwd: password,
    roles: services.map((service) => ({ role: "readWrite", db: `${databasePrefix}-${service}` })),
    customData: { installation: databasePrefix },
  }));
  return `// mongosh "mongodb://ADMIN@HOST/admin" --file mongodb-users.js
const users = ${JSON.stringify(made, null, 2)};
const admin = db.getSiblingDB("admin");
try {
  const known = admin.getUsers().users;
  for (const { user, ...rest } of users) {
    if (known.some((each) => each.user === user)) admin.updateUser(user, rest);
    else admin.createUser({ user, ...rest });
  }
  for (const { user, customData } of known)
    if (customData?.installation === ${JSON.stringify(databasePrefix)} && !users.some((each) => each.user === user))
      admin.dropUser(user);
  print("MongoDB has " + users.length + " users of ${databasePrefix}.");
} catch (error) {
  print("The server has refused a user: " + error.message);
  quit(1);
}
`;
}
