/** What is seen of mappings besides their form, in one chunk with its sentences; each screen loads it on demand. */
export { GroupUses } from './screens/group-uses.tsx'
export { MappingComparison } from './screens/mapping-comparison.tsx'
export { MappingMatrix } from './screens/mapping-matrix.tsx'
