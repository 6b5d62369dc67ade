/** The screens of one provider or one sign-in, in one chunk because they share most components. */
export { CreateProvider } from '../../providers/identity-providers/screens/create-provider.tsx'
export { ProviderDetail } from '../../providers/identity-providers/screens/provider-detail.tsx'
export { SignInDetail } from '../../sign-in/sign-in/screens/sign-in-detail.tsx'
