/** The lists that administer a whole tenant, in one chunk because they share most components. */
export { GroupList } from '../../people/groups/screens/group-list.tsx'
export { SignInList } from '../../sign-in/sign-in/screens/sign-in-list.tsx'
export { GlobalSettings } from '../../tenant/tenants/screens/global-settings.tsx'
