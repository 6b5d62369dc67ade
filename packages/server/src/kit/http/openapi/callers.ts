import type { Also, Route } from '../route.ts'

/** Who may call, as sentences of the reference, from the rule of the route (`Allow` and `Also`). */
export function callersOf(route: Route): readonly string[] {
  if (route.allow === 'anyone') return [callers.anyone]
  return [callers[route.allow], ...route.also.map((one) => others[one])]
}

/** The security requirement of OpenAPI: what the request has to contain. */
export function securityOf({ endpoint, allow }: Route): readonly Readonly<Record<string, readonly string[]>>[] {
  if (allow === 'anyone') return []
  const session = endpoint.method === 'GET' ? { session: [] } : { session: [], csrf: [] }
  return allow === 'signed-in' || allow === 'admin' ? [{ bearer: [] }, session] : [session]
}

const callers: Readonly<Record<Route['allow'], string>> = {
  anyone: 'Anyone, without a session or an access token.',
  'signed-in': 'Any signed-in person and any service account.',
  person: 'Any signed-in person, not a service account.',
  admin: 'People with the role Security Admin, and service accounts with the application role portal:security-admin.',
  support: "People of the vendor's tenant with the role Support.",
  'in-support': 'Support sessions in another tenant.',
  setup: 'The holder of a setup URL.',
}

const others: Readonly<Record<Also, string>> = {
  'support-reading': 'Support sessions.',
  'support-changing': 'Support sessions, where the tenant allows them changes.',
  recovery: 'The holder of a recovery code.',
  setup: 'The holder of a setup URL.',
  'deactivated-tenant': 'Also in a deactivated tenant.',
}
