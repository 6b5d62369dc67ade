/** The views of mappings other than their form, in one chunk with its sentences; each screen loads it on demand. */
export { GroupUses } from './screens/group-uses.tsx'
export { MappingComparison } from './screens/mapping-comparison.tsx'
export { MappingMatrix } from './screens/mapping-matrix.tsx'
