import type { SVGProps } from 'react'

/** The shapes, drawn with a line width of 1.75 on a grid of 24. */
const shapes = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  'arrow-left': 'M19 12H5m6-6-6 6 6 6',
  plus: 'M12 5v14M5 12h14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  'chevron-down': 'M6 9.5l6 6 6-6',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM12 11v5M12 7.8v.1',
  warning: 'M12 4 2.9 19.5h18.2L12 4ZM12 10v4M12 16.7v.1',
  danger: 'M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7l5-5ZM12 8v5M12 16.2v.1',
  waiting: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM12 7.5V12l3 2',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0Z',
  lock: 'M7 10.5h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2ZM8 10.5V8a4 4 0 0 1 8 0v2.5',
  person: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0ZM4.5 20.5c.5-4 3.6-6.5 7.5-6.5s7 2.5 7.5 6.5',
  people:
    'M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0ZM2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6M16 5.2a3.5 3.5 0 0 1 0 6.6M18 14.5c2 .8 3.2 2.6 3.5 5.5',
  video: 'M4.5 6h9a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2ZM15.5 11l6-3.5v9l-6-3.5',
  play: 'M8 5l11 7-11 7V5Z',
  document: 'M6 3h8l5 5v13H6V3ZM14 3v5h5M9 13h7M9 16.5h5',
  portrait: 'M5 3.5h14v17H5v-17ZM9 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0ZM7.5 20.5c.3-3.2 2-5 4.5-5s4.2 1.8 4.5 5',
  music:
    'M9 18V6l11-2v11.5M4 18a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0ZM15 15.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0Z',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5ZM10 20.5h4',
  leaf: 'M5 19C4 10 9 4.5 20 4c.5 10-4.5 16-13 15M4 21c2-5 5-8 9.5-10.5',
  mail: 'M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2ZM3.5 7.5l8.5 6 8.5-6',
  upload: 'M12 16V4.5m-5 5 5-5 5 5M4.5 19.5h15',
  print: 'M7 8.5v-5h10v5M7 17H4V8.5h16V17h-3M7 14h10v6.5H7V14Z',
  edit: 'M4 20h4L19.5 8.5l-4-4L4 16v4ZM13 7l4 4',
  home: 'M4 11.5 12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5.5h4v5.5',
  phone:
    'M7 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 5 5l1.5-2 4.5 1.5v3a2.5 2.5 0 0 1-2.5 2.5C11 19.5 4.5 13 4.5 6A2.5 2.5 0 0 1 7 3.5Z',
  shield: 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6l-7-2.5ZM9 12l2.2 2.2L15.2 10',
  bank: 'M4 9.5 12 4.5l8 5H4ZM6 12.5v5M10 12.5v5M14 12.5v5M18 12.5v5M4 20h16',
  key: 'M4 15.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0ZM10 13 19 4M15.5 7.5l3 3M13 10l2 2',
  pulse: 'M3 12h4l2.5-6 5 12 2.5-6h4',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z',
  card: 'M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2ZM3 10h18M6.5 14.5h4',
  trash: 'M4 6.5h16M9 6.5v-3h6v3M6.5 6.5l1 14h9l1-14M10 10.5v6M14 10.5v6',
}

export type IconName = keyof typeof shapes

export interface IconProps extends SVGProps<SVGSVGElement> {
  name: IconName
}

/** An icon as high as the text beside it. Only decoration: the words beside it carry the meaning. */
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
      <path d={shapes[name]} />
    </svg>
  )
}

/** The product's mark: three growth rings around a filled heart. Always shown beside the product's name. */
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
