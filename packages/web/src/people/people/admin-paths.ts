import { screenPath } from '@portico/core'

export function peoplePath(): string {
  return screenPath('people')
}

/** The people in one group. */
export function membersPath(groupId: string): string {
  return `${peoplePath()}?group=${encodeURIComponent(groupId)}`
}

export function personPath(id: string): string {
  return screenPath('person', { personId: id })
}
