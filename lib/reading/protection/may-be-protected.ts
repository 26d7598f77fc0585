const OPEN_DOCUMENT = /^application\/vnd\.oasis\.opendocument\.(?!.*xml)/;
const OLD_OFFICE = /^application\/(msword|vnd\.ms-(excel|powerpoint))$/;

/** True for the packages of OpenDocument. */
export function isOpenDocument(mediaType: string): boolean {
  return OPEN_DOCUMENT.test(mediaType);
}

/** True for media types whose files may be protected as a whole without their container telling it. */
export function mayBeProtected(mediaType: string): boolean {
  return isOpenDocument(mediaType) || OLD_OFFICE.test(mediaType);
}
