/** The screens of one provider or one sign-in, in one chunk because they share most components. */
export { CreateProvider } from '../identity-providers/screens/create-provider.tsx'
export { ProviderDetail } from '../identity-providers/screens/provider-detail.tsx'
export { SignInDetail } from '../sign-in/screens/sign-in-detail.tsx'
