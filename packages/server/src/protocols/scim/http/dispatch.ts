import { ScimFailure } from '../failure.ts'
import { listRequestOf, searchRequestOf } from '../lists/list-request.ts'
import { getGroup, listGroups } from '../groups/read.ts'
import { createGroup, deleteGroup, patchGroup, replaceGroup } from '../groups/write.ts'
import { groupType, userType } from '../schemas.ts'
import { getUser, listUsers } from '../users/read.ts'
import { createUser, deleteUser, patchUser, replaceUser } from '../users/write.ts'
import type { ScimAnswer, ScimCall } from './call.ts'
import { listAll } from './root.ts'

type Handler = (call: ScimCall, id: string) => Promise<ScimAnswer>
type Handlers = Readonly<Partial<Record<string, Handler>>>

/** What each address answers, by method: RFC 7644 section 3.2. */
const addresses: Readonly<
  Record<string, { readonly all: Handlers; readonly search: Handlers; readonly one: Handlers }>
> = {
  Users: {
    all: { GET: (call) => listUsers(call, listRequestOf(call.query, userType)), POST: createUser },
    search: { POST: (call) => listUsers(call, searchRequestOf(call.body, userType)) },
    one: { GET: getUser, PUT: replaceUser, PATCH: patchUser, DELETE: deleteUser },
  },
  Groups: {
    all: { GET: (call) => listGroups(call, listRequestOf(call.query, groupType)), POST: createGroup },
    search: { POST: (call) => listGroups(call, searchRequestOf(call.body, groupType)) },
    one: { GET: getGroup, PUT: replaceGroup, PATCH: patchGroup, DELETE: deleteGroup },
  },
}

/** Everything at once, at the base of the service. */
const root: Handlers = { GET: (call) => listAll(call, (...types) => listRequestOf(call.query, ...types)) }
const rootSearch: Handlers = { POST: (call) => listAll(call, (...types) => searchRequestOf(call.body, ...types)) }

/** Every address below the base URL, with its methods: those of the OpenAPI document. */
export function methodsByAddress(): Readonly<Record<string, readonly string[]>> {
  const collections = Object.entries(addresses).flatMap(([name, { all, search, one }]) => [
    [`/${name}`, all] as const,
    [`/${name}/.search`, search] as const,
    [`/${name}/{id}`, one] as const,
  ])
  const all = [['', root] as const, ['/.search', rootSearch] as const, ...collections]
  return Object.fromEntries(all.map(([address, handlers]) => [address, Object.keys(handlers)]))
}

/** The handler of a request. Throws 404, 405 and 501. */
export function handlerOf(method: string, [collection = '', id, ...more]: readonly string[]) {
  if (id === undefined && collection === '') return ofMethod(root, method, '')
  if (id === undefined && collection === '.search') return ofMethod(rootSearch, method, '')
  // RFC 7644 section 3.11: a token is that of a directory, not of a person.
  if (id === undefined && collection === 'Me')
    throw new ScimFailure(501, '/Me is not supported: a SCIM token does not belong to a person.')
  const known = Object.hasOwn(addresses, collection) ? addresses[collection] : undefined
  if (known === undefined || more.length > 0) throw new ScimFailure(404, 'There is no SCIM resource at this address.')
  const handlers = id === undefined ? known.all : id === '.search' ? known.search : known.one
  return ofMethod(handlers, method, id ?? '')
}

function ofMethod(handlers: Handlers, method: string, id: string) {
  const wanted = method === 'HEAD' ? 'GET' : method
  const handler = Object.hasOwn(handlers, wanted) ? handlers[wanted] : undefined
  if (handler === undefined) throw new WrongMethod(Object.keys(handlers))
  return (call: ScimCall) => handler(call, id)
}

/** 405, with the methods of the address. */
export class WrongMethod extends ScimFailure {
  readonly allowed: string
  constructor(methods: readonly string[]) {
    super(405, 'This address does not support this method.')
    this.allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  }
}
