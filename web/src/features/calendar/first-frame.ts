/** Safari on phones draws no frame before the film is played, unless the address names a time. */
export const firstFrameOf = (src: string) => `${src}#t=0.001`;
