/** The lists that administer a whole tenant, in one chunk because they share most components. */
export { GroupList } from '../groups/screens/group-list.tsx'
export { SignInList } from '../sign-in/screens/sign-in-list.tsx'
export { GlobalSettings } from '../tenants/screens/global-settings.tsx'
