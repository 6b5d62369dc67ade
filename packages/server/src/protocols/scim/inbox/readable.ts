import { filterLengthMax } from '../limits.ts'
import { userType } from '../schemas.ts'

/** Attributes whose values are readable in the Inbox, in lower case: what names people and groups, and says what becomes of them. */
const names = new Set(
  `schemas id externalid username displayname nickname active name formatted familyname givenname middlename emails groups members
   manager title usertype employeenumber costcenter organization division department value display type primary $ref operations
   op path resourcetype meta`.split(/\s+/),
)

const extensions = new Set(userType.extensions.map(({ id }) => id.toLowerCase()))

/** Whether a key or path is the URN of an extension, whose attributes decide for themselves. */
export function isExtension(path: string): boolean {
  return extensions.has(path.trim().toLowerCase())
}

/**
 * Whether the values of what a key, or the path of an operation, names are readable: each name in `emails[type eq "work"].value`
 * outside of the brackets has to be. Of a URN, what is after the last colon decides.
 */
export function isReadable(path: string): boolean {
  if (path.length > filterLengthMax) return false
  const folded = path.trim().toLowerCase()
  const open = folded.indexOf('[')
  const bare = open === -1 ? folded : folded.slice(0, open) + folded.slice(folded.lastIndexOf(']') + 1)
  const name = bare.startsWith('urn:') ? bare.slice(bare.lastIndexOf(':') + 1) : bare
  return name.split('.').every((part) => names.has(part))
}
