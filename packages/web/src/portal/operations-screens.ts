/** The operations area, in one chunk because its two screens share most components. */
export { OperatedTenant } from '../operations/screens/operated-tenant.tsx'
export { OperationsList } from '../operations/screens/operations-list.tsx'
