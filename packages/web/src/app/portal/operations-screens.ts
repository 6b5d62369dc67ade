/** The operations area, in one chunk because its screens share most components. */
export { OperatedTenant } from '../../tenant/operations/screens/operated-tenant.tsx'
export { OperationsList } from '../../tenant/operations/screens/operations-list.tsx'
export { SupportHome } from '../../tenant/operations/screens/support-home.tsx'
