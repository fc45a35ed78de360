#!/bin/sh
# Makes reel.mp4 with ffmpeg 5 from three of the site's pictures: `sh tests/stack/demo/reel.sh`
set -e
cd "$(dirname "$0")/../../../web/pictures"
zoom="crop=760:1350,scale=2160:3840,zoompan=z='1+0.0015*on':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=1:s=540x960:fps=24"
for name in bakery-queue fried-egg coffee-counter; do set -- "$@" -loop 1 -t 2.4 -i "$name.webp"; done
ffmpeg -y -loglevel error "$@" -filter_complex "[0]$zoom[a];[1]$zoom[b];[2]$zoom[c];
  [a][b]xfade=duration=0.4:offset=2[d];[d][c]xfade=duration=0.4:offset=4,format=yuv420p" \
  -c:v libx264 -profile:v main -preset veryslow -crf 31 -movflags +faststart ../../tests/stack/demo/reel.mp4
