/** The screens that look after a whole tenant: they share most of their parts, so they come together. */
export { CreateProvider } from '../identity-providers/screens/create-provider.tsx'
export { ProviderDetail } from '../identity-providers/screens/provider-detail.tsx'
export { SignInDetail } from '../sign-in/screens/sign-in-detail.tsx'
export { SignInList } from '../sign-in/screens/sign-in-list.tsx'
export { GlobalSettings } from './screens/global-settings.tsx'
