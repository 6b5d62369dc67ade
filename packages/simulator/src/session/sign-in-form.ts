import type { CheckedPerson } from '../config/checked.ts'

/** Who signs in with these words; undefined for a wrong name and a wrong password alike. */
export function personSigningIn(
  people: readonly CheckedPerson[],
  username: string,
  password: string,
): CheckedPerson | undefined {
  const wanted = username.trim().toLowerCase()
  const named = (each: CheckedPerson) =>
    [each.username, each.windowsName].some((name) => name?.toLowerCase() === wanted)
  return people.find((each) => named(each) && each.password === password)
}

/**
 * Whether the person of a session must sign in again because the relying party means another person, as a
 * directory's account picker does; otherwise trying out two people would silently sign in the first one again.
 */
export function meansAnother(person: CheckedPerson, hint: string | undefined): boolean {
  if (hint === undefined || hint.trim() === '') return false
  return ![person.username, person.windowsName, person.email].some(
    (name) => name?.toLowerCase() === hint.trim().toLowerCase(),
  )
}

export const wrongWords = 'The username or the password is wrong. Try again.'
