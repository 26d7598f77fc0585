import { z } from 'zod';

/**
 * A rectangle on a page: `[left, top, right, bottom]` in fractions 0 to 1 of the page **as displayed**
 * (after rotation and crop), origin top left. There is no other scale outside the adapter that meets one.
 */
export const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Box = z.infer<typeof boxSchema>;
