const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether this is a UUID as RFC 9562 writes it. PostgreSQL answers anything else with an error where it expects one. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
