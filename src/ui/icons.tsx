import type { SVGProps } from 'react'

/** The shapes, drawn with a line of 1.75 on a grid of 24. */
const shapes = {
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  'arrow-left': <path d="M19 12H5m6-6-6 6 6 6" />,
  'arrow-right': <path d="M5 12h14m-6-6 6 6-6 6" />,
  plus: <path d="M12 5v14M5 12h14" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  'chevron-down': <path d="m6 9.5 6 6 6-6" />,
  retry: (
    <>
      <path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4" />
      <path d="M19.5 3.5v4h-4" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5M12 7.8v.1" />
    </>
  ),
  warning: (
    <>
      <path d="M12 4 2.9 19.5h18.2L12 4Z" />
      <path d="M12 10v4M12 16.7v.1" />
    </>
  ),
  danger: (
    <>
      <path d="M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7l5-5Z" />
      <path d="M12 8v5M12 16.2v.1" />
    </>
  ),
  waiting: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="10" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6" />
      <path d="M16 5.2a3.5 3.5 0 0 1 0 6.6M18 14.5c2 .8 3.2 2.6 3.5 5.5" />
    </>
  ),
  video: (
    <>
      <rect x="2.5" y="6" width="13" height="12" rx="2" />
      <path d="m15.5 11 6-3.5v9l-6-3.5" />
    </>
  ),
  document: (
    <>
      <path d="M6 3h8l5 5v13H6V3Z" />
      <path d="M14 3v5h5M9 13h7M9 16.5h5" />
    </>
  ),
  music: (
    <>
      <path d="M9 18V6l11-2v11.5" />
      <circle cx="6.5" cy="18" r="2.5" />
      <circle cx="17.5" cy="15.5" r="2.5" />
    </>
  ),
  bell: (
    <>
      <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5Z" />
      <path d="M10 20.5h4" />
    </>
  ),
  leaf: (
    <>
      <path d="M5 19C4 10 9 4.5 20 4c.5 10-4.5 16-13 15" />
      <path d="M4 21c2-5 5-8 9.5-10.5" />
    </>
  ),
  mail: (
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="2" />
      <path d="m3.5 7.5 8.5 6 8.5-6" />
    </>
  ),
  upload: <path d="M12 16V4.5m-5 5 5-5 5 5M4.5 19.5h15" />,
  print: (
    <>
      <path d="M7 8.5v-5h10v5M7 17H4V8.5h16V17h-3" />
      <path d="M7 14h10v6.5H7V14Z" />
    </>
  ),
  edit: <path d="M4 20h4L19.5 8.5l-4-4L4 16v4ZM13 7l4 4" />,
  trash: <path d="M4 6.5h16M9 6.5v-3h6v3M6.5 6.5l1 14h9l1-14M10 10.5v6M14 10.5v6" />,
}

export type IconName = keyof typeof shapes

export interface IconProps extends SVGProps<SVGSVGElement> {
  name: IconName
}

/** An icon as high as the text it stands beside. Decoration only: the words beside it carry the meaning. */
export function Icon({ name, ...rest }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      {shapes[name]}
    </svg>
  )
}

/** The product's mark: three growth rings around a filled heart. Always stands beside the product's name. */
export function RingsMark(props: SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 32 32"
      width="1.6em"
      height="1.6em"
      fill="none"
      aria-hidden="true"
      focusable="false"
      {...props}
    >
      <g stroke="currentColor">
        <path
          strokeWidth={2.2}
          d="M16 2.3c8-.5 14 5.7 13.8 13.6-.2 7.9-6.3 14-14.2 13.8C7.9 29.5 2 23.6 2.3 15.9 2.5 8.3 8.2 2.7 16 2.3Z"
        />
        <path
          strokeWidth={1.6}
          d="M15.8 7.3c5-.3 8.8 3.6 8.7 8.5-.1 5-4 8.9-8.9 8.8-4.8-.1-8.5-3.9-8.4-8.7.1-4.7 3.8-8.3 8.6-8.6Z"
        />
      </g>
      <circle cx="15.3" cy="15.7" r="4" className="fill-heart" />
    </svg>
  )
}
