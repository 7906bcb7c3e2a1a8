# length.gp -- speed of one head configuration over length and batch
#
# Columns: x, length, roof, own kernels, one for each baseline, number of the problem. A blank line stands between
# batches, where lines break. Set by the program: baselines (names), unit, x_max, y_max, y_step, has_roof, labels of
# batches, top, bottom, left (pixels beyond the axes), tilt (lengths have no room beside each other).
set lmargin at screen left / width
set rmargin at screen 0.985
set bmargin at screen bottom / height
set tmargin at screen 1 - top / height
set xrange [0.4:x_max]
set yrange [0:y_max]
set ytics y_step
set xtics scale 0 font "sans,10"
if (tilt) { set xtics rotate by 90 right offset 0, 0.3 }
set label 101 "keys" at graph -0.02, screen (bottom - 18) / height right textcolor rgb c_muted
set label 102 "batch" at graph -0.02, screen 9.5 / height right textcolor rgb c_muted
set label 103 unit at screen 0.008, graph 0.5 center rotate by 90 offset char 0.7, 0 textcolor rgb c_muted
set key maxcols 2
n = words(baselines)
plot for [i = 1:has_roof] data using ($1 - 0.36):3:(0.72):(0) with vectors nohead linewidth 2 linecolor rgb c_roof title "roof", \
     for [i = 1:n] data using 1:(column(4 + i)) with linespoints linewidth 1.5 dashtype int(pick(baseline_dashes, i)) \
         pointtype int(pick(baseline_points, i)) linecolor rgb pick(baseline_colours, i) title word(baselines, i), \
     keyentry with linespoints linewidth 2 pointtype 7 linecolor rgb c_own title "own kernels", \
     data using 1:4:xtic(2) with lines linewidth 2 linecolor rgb c_own notitle, \
     data using 1:4:(stringcolumn(5 + n)) with labels hypertext point pointtype 7 linecolor rgb c_own notitle
unset output
