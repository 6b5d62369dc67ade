import { screenPath } from '@portico/core'

export function peoplePath(): string {
  return screenPath('people')
}

export function personPath(id: string): string {
  return screenPath('person', { personId: id })
}
