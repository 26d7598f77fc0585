import { deflateSync } from 'node:zlib';
import { ANY, type HostileFile, zeros } from './hostile-file.ts';
import { pdfOf, stream } from './pdf-of-objects.ts';

const MEGA = 1024 * 1024;

/** PDFs that lead in circles, claim absurd sizes or unpack without end. */
export function hostilePdfs(): HostileFile[] {
  const catalogue = '<</Type/Catalog/Pages 2 0 R>>';
  const page = (more: string) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]${more}>>`;
  const one = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
  const content = (text: string) => stream('', Buffer.from(text));
  const bomb = stream('/Filter/FlateDecode', deflateSync(Buffer.alloc(4 * MEGA, '0 0 m 9 9 l S\n')));
  return [
    { name: 'no-pages.pdf', bytes: pdfOf([catalogue, '<</Type/Pages/Kids[]/Count 0>>']), ends: ['damaged_file', 'empty_file'] },
    { name: 'pages-in-a-circle.pdf', bytes: pdfOf([catalogue, '<</Type/Pages/Kids[2 0 R]/Count 1>>']), ends: ANY },
    { name: 'a-billion-pages.pdf', bytes: pdfOf([catalogue, '<</Type/Pages/Kids[3 0 R]/Count 1000000000>>', page('')]), ends: ANY },
    { name: 'negative-pages.pdf', bytes: pdfOf([catalogue, '<</Type/Pages/Kids[3 0 R]/Count -5>>', page('')]), ends: ANY },
    {
      name: 'page-as-large-as-a-town.pdf',
      bytes: pdfOf([catalogue, one, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 1e9 1e9]/UserUnit 1000>>']),
      ends: ANY,
    },
    { name: 'page-without-size.pdf', bytes: pdfOf([catalogue, one, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 0 0]>>']), ends: ANY },
    {
      name: 'form-in-itself.pdf',
      bytes: pdfOf([
        catalogue,
        one,
        page('/Resources<</XObject<</A 5 0 R>>>>/Contents 4 0 R'),
        content('/A Do'),
        stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A 5 0 R>>>>', Buffer.from('/A Do /A Do')),
      ]),
      ends: ANY,
    },
    { name: 'content-bomb.pdf', bytes: pdfOf([catalogue, one, page('/Contents 4 0 R'), bomb]), ends: [...ANY, 'reading_timed_out'] },
    {
      name: 'deep-arrays.pdf',
      bytes: pdfOf([catalogue, one, page(`/Contents 4 0 R/X ${'['.repeat(50_000)}`), content('BT ET')]),
      ends: ANY,
    },
    {
      name: 'picture-of-a-million-rows.pdf',
      bytes: pdfOf([
        catalogue,
        one,
        page('/Resources<</XObject<</A 5 0 R>>>>/Contents 4 0 R'),
        content('600 0 0 800 0 0 cm /A Do'),
        stream(
          '/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode',
          deflateSync(zeros(20)),
        ),
      ]),
      ends: ANY,
    },
  ];
}
