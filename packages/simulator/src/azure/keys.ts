import { makeSigningKey, type SigningKey } from '../oidc/keys.ts'

export type DirectoryKeys = ReturnType<typeof directoryKeys>

/** The signing keys of one directory. `rotated` says whether the second key signs; both are published then. */
export function directoryKeys(first: SigningKey, rotated: () => boolean) {
  let current = first
  let next: Promise<SigningKey> | undefined
  let foreign: Promise<SigningKey> | undefined
  const second = () => (next ??= makeSigningKey('RS256'))

  return {
    signing: async (): Promise<SigningKey> => (rotated() ? second() : current),
    published: async (): Promise<SigningKey[]> => (rotated() ? [current, await second()] : [current]),
    /** A key that is never published. */
    foreign: () => (foreign ??= makeSigningKey('RS256')),
    async rotate(): Promise<SigningKey> {
      current = await makeSigningKey('RS256')
      next = undefined
      return current
    },
  }
}
