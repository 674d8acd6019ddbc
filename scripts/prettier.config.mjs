/** Formatting of this repository; run through `npm run format`. */
export default {
  printWidth: 160,
};
