/** Parameters that are not UUIDs: an application's id, the type of metadata, the code of a sign-in, the hash of an icon. */
const words = new Set(['appId', 'type', 'code', 'hash'])
/** Maximum length of a parameter that is not a UUID. */
export const wordParameterMax = 100

/** All other parameters are UUIDs. A role of the portal has a name. */
export function isWordParameter(path: string, name: string): boolean {
  return words.has(name) || path.includes('/portal-roles/')
}
