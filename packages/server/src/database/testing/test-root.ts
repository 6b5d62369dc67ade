import { access, constants, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const memoryMin = 2_000_000_000

/**
 * Where tests put their databases: memory where there is enough of it, else the temporary folder. A cluster is a
 * thousand small files, and disks differ by ten times in making those.
 */
export async function findTestRoot(): Promise<string> {
  try {
    await access('/dev/shm', constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs('/dev/shm')
    return bavail * bsize > memoryMin ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}
