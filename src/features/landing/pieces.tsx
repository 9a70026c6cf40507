interface PictureProps {
  /** Of the files in public/pictures, which `npm run pictures:landing` makes. */
  name: 'binder' | 'message' | 'gaps'
  /** What the picture tells, for those who don't see it. */
  alt: string
  /** The file's size in pixels, so that the page doesn't move when it arrives. */
  width: number
  height: number
}

/** A picture of the product, light or dark as the page is. Inside a Band, it has the whole width of a phone. */
export function Picture({ name, alt, width, height }: PictureProps) {
  return (
    <picture className="max-sm:-mx-4">
      <source srcSet={`/pictures/${name}-dark.webp`} media="(prefers-color-scheme: dark)" />
      <img
        src={`/pictures/${name}-light.webp`}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-card border border-line bg-sheet shadow-raised max-sm:rounded-none max-sm:border-x-0"
      />
    </picture>
  )
}
