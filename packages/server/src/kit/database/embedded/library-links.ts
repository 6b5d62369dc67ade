import { lstat, mkdir, readFile, readlink, rename, stat, symlink } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join, relative } from 'node:path'
import type { NativeFolder } from './binaries.ts'

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Creates the library links that npm packages cannot contain (the package's install script does it, but scripts may be
 * switched off). In a read-only tree the links go to `spareFolder`, and the return value is the loader's search path for
 * them: a library found through a link looks for its own libraries beside the link. Otherwise returns undefined. Several
 * processes may do this concurrently.
 */
export async function ensureLibraryLinks(native: NativeFolder, spareFolder: string): Promise<string | undefined> {
  const links = await readLinks(native)
  try {
    for (const link of links) await linkInPlace(link)
    return undefined
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  await mkdir(spareFolder, { recursive: true, mode: 0o755 })
  for (const link of links) await linkElsewhere(link, spareFolder)
  return `${spareFolder}:${join(native, 'lib')}`
}

async function readLinks(native: NativeFolder): Promise<Link[]> {
  const list = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Link[]
  const root = dirname(native)
  return list.map(({ source, target }) => ({ source: join(root, source), target: join(root, target) }))
}

async function linkInPlace({ source, target }: Link): Promise<void> {
  if (await exists(target)) return
  await symlink(relative(dirname(target), source), target).catch(ignoreExisting)
}

async function linkElsewhere({ source, target }: Link, folder: string): Promise<void> {
  const place = join(folder, basename(target))
  if ((await readlink(place).catch(() => undefined)) === source) return
  const temporary = `${place}.${randomBytes(6).toString('hex')}`
  await symlink(source, temporary)
  await rename(temporary, place)
}

/** A plain file instead of the link works too: some tools unpack links as copies. */
async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => stat(path).then(() => true),
    () => false,
  )
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
