import { type PersonOddity, personOddities } from '../control/switches.ts'

/** The claims about a person as the given oddity sends them, in ID token and userinfo alike. */
export function oddPerson<Claims extends Record<string, unknown>>(
  odd: string,
  claims: Claims,
  names: { username: string; groups: string },
): Claims {
  const lie = (personOddities as readonly string[]).includes(odd) ? lies[odd as PersonOddity] : undefined
  return lie === undefined ? claims : (lie(claims, names) as Claims)
}

type Lie = (claims: Record<string, unknown>, names: { username: string; groups: string }) => Record<string, unknown>

const lies: Record<PersonOddity, Lie> = {
  'missing-username-claim': ({ ...claims }, names) => without(claims, names.username),
  'missing-groups': ({ ...claims }, names) => without(claims, names.groups),
  'groups-as-string': (claims, names) => {
    const groups = claims[names.groups]
    return Array.isArray(groups) ? { ...claims, [names.groups]: groups.join(',') } : claims
  },
}

function without(claims: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name))
}
