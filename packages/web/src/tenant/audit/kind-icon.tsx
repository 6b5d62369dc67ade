import { KeyIcon } from '../../kit/ui/admin-icons.tsx'
import { DoorsIcon, icon } from '../../kit/ui/icons.tsx'

const PersonIcon = icon(<path d="M10 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 17a6 6 0 0 1 12 0" />)
const GroupIcon = icon(
  <path d="M7.500 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM2.500 16a5 5 0 0 1 10 0M12.500 4.700a2.500 2.500 0 0 1 0 4.600M14.500 11.500a5 5 0 0 1 3 4.500" />,
)
const ApplicationIcon = icon(<path d="M3.500 4.500h13v11h-13zM3.500 8h13" />)
const ShieldIcon = icon(<path d="M10 3l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V5z" />)
const BuildingIcon = icon(<path d="M5 17V4h10v13M3 17h14M8 8h1m2 0h1M8 11.500h1m2 0h1" />)
const SendIcon = icon(<path d="M3 10h12M11 5.500 15.500 10 11 14.500" />)

const icons: Readonly<Record<string, typeof PersonIcon>> = {
  person: PersonIcon,
  user: PersonIcon,
  'sign-in': PersonIcon,
  'scim-user': PersonIcon,
  'support-session': PersonIcon,
  group: GroupIcon,
  'scim-group': GroupIcon,
  application: ApplicationIcon,
  'app-role': ShieldIcon,
  'portal-role': ShieldIcon,
  'tenant-role': ShieldIcon,
  'identity-provider': DoorsIcon,
  setup: DoorsIcon,
  'api-token': KeyIcon,
  'federation-keys': KeyIcon,
  'recovery-codes': KeyIcon,
  'scim-token': KeyIcon,
  'service-account': KeyIcon,
  environment: BuildingIcon,
  tenant: BuildingIcon,
  webhook: SendIcon,
}

/** The kind of object that an entry is about; a kind that this version does not know has the company's. */
export function KindIcon({ kind }: { readonly kind: string }) {
  const Icon = icons[kind] ?? BuildingIcon
  return <Icon />
}
