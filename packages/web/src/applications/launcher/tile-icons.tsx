import { icon } from '../../kit/ui/icons.tsx'

export const StarIcon = icon(
  <path d="m10 3 2.200 4.500 4.900.7-3.500 3.500.8 4.900-4.400-2.300-4.400 2.300.8-4.900L2.900 8.200l4.900-.7z" />,
)
export const GripIcon = icon(
  <path d="M7.500 5v.01M12.500 5v.01M7.500 10v.01M12.500 10v.01M7.500 15v.01M12.500 15v.01" />,
)
export const GridIcon = icon(<path d="M3.500 3.500h5v5h-5zm8 0h5v5h-5zm-8 8h5v5h-5zm8 0h5v5h-5z" />)
export const ListIcon = icon(<path d="M3.500 5h.01M7 5h9.500M3.500 10h.01M7 10h9.500M3.500 15h.01M7 15h9.500" />)
