import type { Person, personStates } from './contract.ts'

/** What the faces call the state of a person. One with a username of another provider cannot sign in, active or not. */
export function personState(person: Pick<Person, 'active' | 'usernameForeignSince'>): (typeof personStates)[number] {
  if (person.usernameForeignSince !== null) return 'foreign-username'
  return person.active ? 'active' : 'deactivated'
}

/** Whether an administrator can deactivate the person: also one whom only the username keeps inactive, who then stays so. */
export function canDeactivate(person: Pick<Person, 'active' | 'usernameForeignSince' | 'deactivatedAt'>): boolean {
  return person.active || (person.usernameForeignSince !== null && person.deactivatedAt === null)
}

export function canReactivate(person: Pick<Person, 'active' | 'usernameForeignSince'>): boolean {
  return !person.active && person.usernameForeignSince === null
}
