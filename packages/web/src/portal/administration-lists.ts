/** The lists that administer a whole tenant, in one chunk because they share most components. */
export { SignInList } from '../sign-in/screens/sign-in-list.tsx'
export { GlobalSettings } from '../tenants/screens/global-settings.tsx'
