/**
 * What `work` costs this process, in ms of processor time. Only good for a ratio to other work measured in the same
 * test: machines differ, and other programs run beside the tests.
 */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
