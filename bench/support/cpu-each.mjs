import { result } from '../report.mjs'
import { cpuSecondsOf, cpuSecondsOfDatabase } from './cpu-time.mjs'

/**
 * Runs `work`, which makes `count` calls, and gives what it resolved with (`value`) and the processor time of each call in the server and
 * in the database, as two `rows` for the report; there are none where there is no /proc.
 */
export async function cpuEach({ name, pid, dataDir, count }, work) {
  const used = () => [cpuSecondsOf(pid), cpuSecondsOfDatabase(dataDir)]
  const before = used()
  const value = await work()
  const after = used()
  const rows = ['server', 'database'].flatMap((who, at) =>
    after[at] === undefined || before[at] === undefined
      ? []
      : [
          result({
            name: `${name}, processor time of the ${who}`,
            value: ((after[at] - before[at]) * 1000) / count,
            unit: 'ms',
          }),
        ],
  )
  return { value, rows }
}
