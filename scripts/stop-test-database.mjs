export default async function stopTestDatabase() {}
