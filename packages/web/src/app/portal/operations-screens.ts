/** The operations area, in one chunk because its two screens share most components. */
export { OperatedTenant } from '../../tenant/operations/screens/operated-tenant.tsx'
export { OperationsList } from '../../tenant/operations/screens/operations-list.tsx'
