/** The screens that administer a whole tenant, in one chunk because they share most components. */
export { CreateProvider } from '../identity-providers/screens/create-provider.tsx'
export { ProviderDetail } from '../identity-providers/screens/provider-detail.tsx'
export { SignInDetail } from '../sign-in/screens/sign-in-detail.tsx'
export { SignInList } from '../sign-in/screens/sign-in-list.tsx'
export { GlobalSettings } from '../tenants/screens/global-settings.tsx'
