import type { Outcome } from '../../kit/http/client.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import { readList } from '../../kit/lists/read.ts'
import type { Mapping } from './contract.ts'
import { mappingList } from './list.ts'
import { compareMappings, type MappingComparison } from './promote.ts'

/** `core.lazily(createMappingComparisons)`. */
export function createMappingComparisons({ client, clock, feedback }: LazyParts): {
  /** Reads the mappings of two environments, by id, and compares them. undefined: a failure was reported. */
  compare(from: string, to: string): Promise<MappingComparison | undefined>
} {
  const read = (scope: string): Promise<Outcome<readonly Mapping[]>> =>
    readList({ client, clock }, mappingList, { scope })
  return {
    async compare(from, to) {
      const [mine, theirs] = await Promise.all([read(from), read(to)])
      const failed = [mine, theirs].find((one) => !one.ok)
      if (failed?.ok === false) feedback.reportLoad(failed.problem)
      return mine.ok && theirs.ok ? compareMappings(mine.value, theirs.value) : undefined
    },
  }
}
