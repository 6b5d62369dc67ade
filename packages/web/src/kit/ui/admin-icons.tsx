import { icon } from './icons.tsx'

/** Icons that only administration needs, kept out of the launcher's chunk. */
export const TrashIcon = icon(<path d="M4 6h12M8 6V4h4v2M5.500 6l.7 10h7.600l.7-10M8.500 9v4.500M11.500 9v4.500" />)
export const PlusIcon = icon(<path d="M10 4v12M4 10h12" />)
export const UploadIcon = icon(<path d="M4 13v3h12v-3M10 13V4M6.500 7.500 10 4l3.500 3.500" />)
export const ArrowUpIcon = icon(<path d="M10 16V5M5.500 9 10 4.500 14.500 9" />)
export const ArrowDownIcon = icon(<path d="M10 4v11M5.500 11 10 15.500 14.500 11" />)
export const KeyIcon = icon(
  <path d="M7 13a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Zm3.500-3.500H17V13M14 9.500V12" />,
)
export const MoreIcon = icon(<path d="M4.500 9.500v1h1v-1zm5 0v1h1v-1zm5 0v1h1v-1z" />)
