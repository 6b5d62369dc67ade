import { access, constants, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const memoryMin = 2_000_000_000

/**
 * Where tests put their databases: memory if there is enough, otherwise the temporary folder. A cluster is a thousand
 * small files, and some disks create them ten times as slowly as others.
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
