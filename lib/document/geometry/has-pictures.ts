/** True for files whose pages have pictures, as far as the media type tells: for when the pages themselves are not known yet. */
export function hasPictures(mediaType: string | null): boolean {
  return /^image\/|pdf$/.test(mediaType ?? '');
}
