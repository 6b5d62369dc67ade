import { readResource } from '../patch.ts'
import { userType } from '../schemas.ts'

/** The person of RFC 7643 section 8.2 and 8.3, shortened. */
export const bjensen = readResource(
  {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    id: '2819c223-7f76-453a-919d-413861904646',
    externalId: '701984',
    userName: 'bjensen@example.com',
    name: { formatted: 'Ms. Barbara J Jensen, III', familyName: 'Jensen', givenName: 'Barbara' },
    displayName: 'Babs Jensen',
    emails: [
      { value: 'bjensen@example.com', type: 'work', primary: true },
      { value: 'babs@jensen.org', type: 'home' },
    ],
    addresses: [
      { type: 'work', streetAddress: '100 Universal City Plaza', locality: 'Hollywood', primary: true },
      { type: 'home', streetAddress: '456 Hollywood Blvd', locality: 'Hollywood' },
    ],
    ims: [{ value: 'someaimhandle', type: 'aim' }],
    userType: 'Employee',
    title: 'Tour Guide',
    active: true,
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {
      employeeNumber: '701984',
      department: 'Tour Operations',
      manager: { value: '26118915-6090-4610-87e4-49d8ca9f808d', displayName: 'John Smith' },
    },
  },
  userType,
)

export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** The same numbers in each run. */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}
