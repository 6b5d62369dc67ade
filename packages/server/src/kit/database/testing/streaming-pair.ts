import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import {
  freePort,
  type InstalledPostgres,
  makeFolder,
  runPostgres,
  type RunningPostgres,
  runProgram,
  startCluster,
  superuserUrl,
} from './installed-server.ts'

/** A primary and a hot standby that streams from it; a commit waits until the standby has it on its disk. */
export interface StreamingPair {
  readonly primary: RunningPostgres & { readonly port: number }
  readonly standby: RunningPostgres & { readonly port: number }
  stop(): Promise<void>
}

export async function startStreamingPair(installed: InstalledPostgres): Promise<StreamingPair> {
  const folder = await makeFolder()
  const port = await freePort()
  const primary = { ...(await startCluster(installed, { folder, port, isGroup: true })), port }
  const [copy, copyPort] = [join(folder, 'copy'), await freePort()]
  await runProgram(installed, 'pg_basebackup', ['-d', superuserUrl(port), '-D', copy, '-R', '-c', 'fast', '--no-sync'])
  const standby = {
    ...(await runPostgres(installed, { folder, data: copy, port: copyPort, isGroup: true })),
    port: copyPort,
  }
  await primary.administer(`alter system set synchronous_standby_names = '*'`)
  await primary.administer('select pg_reload_conf()')
  return {
    primary,
    standby,
    async stop() {
      await standby.end('SIGKILL')
      await primary.end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
